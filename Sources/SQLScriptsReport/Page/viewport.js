import { button } from "./icons.js";
import { el } from "./dom.js";

const smallest = 0.2;
const largest = 2.5;

// A scrolling frame around a drawing of fixed size, with zoom by buttons, keys (+ - 0) and Ctrl + wheel, and dragging to pan.
// `show(svg, width, height, leastScale, center)` puts a drawing in; `reveal(x, y)` scrolls to a point of it. `onWidth()`: the frame has
// got its width after a drawing was put in.
export function viewport({ label, onKey = null, onWidth = null }) {
  let drawing = null;
  let size = { width: 1, height: 1 };
  let scale = 1;
  let fitted = false;
  let least = smallest;
  let start = null;
  const percent = el("span", { class: "zoom-percent", role: "status" });
  const frame = el("div", { class: "viewport", role: "group", tabindex: "0", aria: { label } });
  const tools = el("div", { class: "zoom-tools", role: "group", aria: { label: "Zoom" } },
    button(null, { icon: "minus", label: "Zoom out", kind: "quiet", on: () => zoom(scale / 1.25) }), percent,
    button(null, { icon: "plus", label: "Zoom in", kind: "quiet", on: () => zoom(scale * 1.25) }),
    button(null, { icon: "fit", label: "Fit to the frame", kind: "quiet", on: () => fit() }));

  function zoom(goal, at = null) {
    const next = Math.min(largest, Math.max(smallest, goal));
    const point = at ?? { x: frame.clientWidth / 2, y: frame.clientHeight / 2 };
    const inside = { x: (frame.scrollLeft + point.x) / scale, y: (frame.scrollTop + point.y) / scale };
    scale = next;
    apply();
    frame.scrollLeft = inside.x * scale - point.x;
    frame.scrollTop = inside.y * scale - point.y;
  }

  function apply() {
    drawing?.setAttribute("width", String(Math.round(size.width * scale)));
    drawing?.setAttribute("height", String(Math.round(size.height * scale)));
    percent.textContent = `${Math.round(scale * 100)} %`;
  }

  function fit(floor = smallest) {
    if (frame.clientWidth === 0) return;
    fitted = true;
    scale = Math.min(1, Math.max(floor, Math.min((frame.clientWidth - 2) / size.width, floor === smallest ? (maximumHeight() - 2) / size.height : 1)));
    apply();
    if (start) reveal(start.x, start.y);
    else frame.scrollTo(0, 0);
  }

  function reveal(x, y) {
    frame.scrollTo(x * scale - frame.clientWidth / 2, y * scale - frame.clientHeight / 2);
  }

  function maximumHeight() {
    return parseFloat(getComputedStyle(frame).maxHeight) || 600;
  }

  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const bounds = frame.getBoundingClientRect();
    zoom(scale * Math.exp(-event.deltaY * 0.004), { x: event.clientX - bounds.left, y: event.clientY - bounds.top });
  }, { passive: false });

  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom(scale * 1.25);
    else if (event.key === "-") zoom(scale / 1.25);
    else if (event.key === "0") fit();
    else if (!onKey?.(event)) return;
    event.preventDefault();
  });

  let drag = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    drag = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop, moved: false };
  });
  frame.addEventListener("pointermove", (event) => {
    if (!drag || event.buttons === 0) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    if (!drag.moved) frame.setPointerCapture(event.pointerId);
    drag.moved = true;
    frame.classList.add("dragging");
    frame.scrollLeft = drag.left - (event.clientX - drag.x);
    frame.scrollTop = drag.top - (event.clientY - drag.y);
  });
  const release = () => {
    drag = null;
    frame.classList.remove("dragging");
  };
  frame.addEventListener("pointerup", release);
  frame.addEventListener("pointercancel", release);

  // The width of the frame is known only once it is on the page.
  new ResizeObserver(() => {
    if (fitted || frame.clientWidth === 0) return;
    if (onWidth) onWidth();
    else fit(least);
  }).observe(frame);

  return {
    frame, tools,
    show(svg, width, height, leastScale, center = null) {
      drawing = svg;
      size = { width, height };
      least = leastScale;
      start = center;
      fitted = false;
      frame.replaceChildren(svg);
      apply();
      fit(least);
    },
    reveal,
  };
}
