/** Copies text; pages that are not served by HTTPS or from this machine have no clipboard of their own. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "hidden-visually";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
