// @ts-check
/** What an open page of an event does when whoever reads it may act here no more. */

/** Say why, and take no further act; what was written and not sent stays to be read. @param {string} html the page that was refused, or a sentence */
export function shut(html) {
  if (document.getElementById("shut")) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  const why = page.querySelector("main h1")?.textContent ?? page.body.textContent ?? "";
  const told = document.createElement("div");
  told.id = "shut";
  told.className = "wrap";
  const line = document.createElement("p");
  line.className = "msg bad strong";
  line.setAttribute("role", "alert");
  line.textContent = why.trim();
  told.append(line);
  document.querySelector(".event")?.after(told);
  for (const part of document.querySelectorAll("#desk, #checkin")) part.setAttribute("inert", "");
}
