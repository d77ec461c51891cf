// @ts-check
/** Passkeys: a new one on the page of one's account, and coming in by one. */

import { gettext } from "./i18n.js";

/** @param {string} text @returns {ArrayBuffer} */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer;
}

/** @param {ArrayBuffer | null} buffer @returns {string | undefined} */
function text(buffer) {
  if (!buffer) return undefined;
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What went wrong, in words. @param {unknown} error @returns {string} */
function words(error) {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return gettext("The passkey could not be checked: try again.");
  if (error.name === "InvalidStateError") return gettext("This device has a passkey for this account already.");
  if (error.name === "NotAllowedError") return gettext("It was called off, or took too long, or this device has no passkey for this place.");
  if (error.name === "SecurityError") return gettext("The browser uses passkeys at this address only over an encrypted line.");
  return error.message;
}

/** @param {string} path @param {object} body @returns {Promise<any>} */
async function send(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.text);
  return told;
}

/** @param {any} asked */
async function made(asked) {
  const known = asked.excludeCredentials ?? [];
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: known.map((/** @type {any} */ one) => ({ ...one, id: bytes(one.id) })),
  };
  const found = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (found.response);
  return {
    id: found.id,
    rawId: text(found.rawId),
    type: found.type,
    response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) },
  };
}

/** @param {any} asked */
async function signed(asked) {
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: [] };
  const found = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  return {
    id: found.id,
    rawId: text(found.rawId),
    type: found.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: text(response.userHandle),
    },
  };
}

/**
 * Do something with a form, and say what went wrong.
 * @param {string} id
 * @param {(fields: FormData) => Promise<{ to: string }>} act
 */
function onSubmit(id, act) {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return;
  const said = form.querySelector("[role=status]");
  const button = form.querySelector("button");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!said || !button) return;
    if (!Reflect.has(window, "PublicKeyCredential")) {
      said.textContent = window.isSecureContext
        ? gettext("This browser has no passkeys: use your password.")
        : gettext("The browser uses passkeys at this address only over an encrypted line.");
      return;
    }
    said.textContent = "";
    button.disabled = true;
    try {
      const { to } = await act(new FormData(form));
      const here = location.pathname === to.split("#")[0];
      location.assign(to);
      if (here) location.reload();
    } catch (error) {
      said.textContent = words(error);
    } finally {
      button.disabled = false;
    }
  });
}

onSubmit("passkey-add", async (fields) => {
  const asked = await send("/account/passkeys/ask", { password: fields.get("password") ?? "" });
  return send("/account/passkeys", { credential: await made(asked), name: fields.get("name") });
});

onSubmit("passkey-in", async (fields) => {
  const along = document.getElementById("along");
  const credential = await signed(await send("/sign-in/passkey/ask", {}));
  return send("/sign-in/passkey", { credential, back: fields.get("back"), along: along instanceof HTMLInputElement && along.checked });
});
