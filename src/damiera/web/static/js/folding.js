// @ts-check
/** A long form, part of it folded: each fold says what is chosen in it, and opens where something is wrong. */

/** What a field says in the summary, if it says anything. @param {Element} field */
function said(field) {
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0 ? field.selectedOptions[0].text : "";
  const label = field.closest("label")?.querySelector("span")?.textContent ?? "";
  if (field instanceof HTMLTextAreaElement) return field.value.trim() ? label : "";
  if (!(field instanceof HTMLInputElement) || field.dataset.quiet !== undefined) return "";
  if (field.type === "checkbox") return field.checked ? label : "";
  return field.value.trim() && field.value !== (field.dataset.usual ?? "") ? `${label}: ${field.value.trim()}` : "";
}

for (const fold of document.querySelectorAll("details[data-fold]")) {
  const place = fold.querySelector(".chosen");
  fold.addEventListener("change", () => {
    const parts = [...fold.querySelectorAll("input, select, textarea")].map(said).filter(Boolean);
    if (place instanceof HTMLElement) place.textContent = parts.join(" · ") || (place.dataset.usual ?? "");
  });
}

for (const form of document.querySelectorAll("form[data-folds]")) {
  if (form instanceof HTMLFormElement) form.noValidate = false;
  form.addEventListener(
    "invalid",
    ({ target }) => {
      for (let fold = target instanceof Element ? target.closest("details") : null; fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    },
    true,
  );
}
