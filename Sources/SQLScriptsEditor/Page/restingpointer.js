const slip = 5;

// After a press, the list may move the same button of another step under the pointer. It does nothing until the pointer has moved,
// so that a second press never meets a step that nobody has pointed at. A finger cannot move before it presses, so its next press
// counts again. The keyboard is not concerned.
export function ignoreRestingPointer(list, app) {
  let pressed = null;
  const moves = ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > slip) pressed = null;
  };
  document.addEventListener("pointermove", moves, true);
  document.addEventListener("pointerdown", moves, true);
  // Whoever scrolls looks at what comes under the pointer.
  document.addEventListener("wheel", () => { pressed = null; }, { capture: true, passive: true });
  list.addEventListener("click", (event) => {
    const button = event.target.closest(".step-actions button");
    if (!button || event.detail === 0) return;
    const { revision } = app.store;
    if (pressed && pressed.revision !== revision) {
      event.stopPropagation();
      const isTouch = event.pointerType === "touch";
      if (isTouch) pressed = null;
      app.say(isTouch ? "Another step is at this place now, so nothing was done. Look at it, and tap again." : "Another step is under the pointer now, so nothing was done. Move the pointer first.", { shown: true });
    } else {
      pressed = { x: event.clientX, y: event.clientY, revision };
    }
  }, true);
}
