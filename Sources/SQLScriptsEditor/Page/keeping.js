// Changes the children of an element without disturbing the one that holds the keyboard.

// `desired` become the children of `parent`, in order. `kept` is never taken out of the document, because that would end its focus and any composition.
export function arrange(parent, desired, kept = null) {
  const wanted = new Set(desired);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let next = parent.firstChild;
  for (const node of desired) {
    if (node === kept && node.parentNode === parent) {
      while (next !== node) {
        const passed = next;
        next = next.nextSibling;
        passed.remove();
      }
    }
    if (next === node) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

// Controls carry `data-focus`, a name that survives drawing them anew.
export function keepingFocus(root, draw) {
  const active = document.activeElement;
  const inside = active && active !== document.body && root.contains(active);
  const key = inside ? active.closest("[data-focus]")?.dataset.focus : null;
  draw();
  if (!inside || root.contains(document.activeElement)) return;
  if (key) focusOn(root, key);
}

export function focusOn(root, key) {
  const found = [...root.querySelectorAll("[data-focus]")].find((node) => node.dataset.focus === key);
  found?.focus({ preventScroll: true });
  return Boolean(found);
}

// Draws `slot` anew only if what it shows has changed.
export function redraw(slot, signature, draw) {
  const mark = JSON.stringify(signature);
  if (slot.drawnFrom === mark) return;
  slot.drawnFrom = mark;
  keepingFocus(slot, () => slot.replaceChildren(...[draw()].flat().filter(Boolean)));
}

export function inTextField(target) {
  return target instanceof HTMLTextAreaElement || target?.isContentEditable
    || (target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type));
}
