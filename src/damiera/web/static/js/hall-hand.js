// @ts-check
/** A round by hand: the check speaks as boards are chosen. Without this script its button does the same. */

const form = document.getElementById("hand");
let asked = 0;

/** Ask the server what it thinks of the boards as they are, and show that alone. */
async function check() {
  if (!(form instanceof HTMLFormElement)) return;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  body.set("do", "check");
  body.delete("pairs");
  const mine = (asked += 1);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!answer || mine !== asked) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const then = answer.ok ? fresh.getElementById("remarks") : fresh.getElementById("wrong");
  then?.removeAttribute("autofocus"); // they go on choosing
  const now = document.getElementById("remarks");
  if (now && then) now.replaceChildren(...(answer.ok ? then.childNodes : [then]));
}

form?.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name !== "reason") void check();
});
form?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || !event.target.list) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll("input[list]")];
  const next = fields[fields.indexOf(event.target) + 1];
  if (next instanceof HTMLInputElement) next.focus();
});

export {};
