// Dragging a die: down into the groove or back up, or on to somebody.
const FAR = 24; // pixels

export interface Dropped {
  // Positive: downwards.
  down: number;
  // What lies under the pointer.
  on: Element | undefined;
}

// Moves the thing while it is dragged, and says where it was dropped; a mere press is none. What nobody asks about stays.
export function draggable(node: HTMLElement, drop: ((dropped: Dropped) => void) | undefined) {
  let from: { x: number; y: number } | undefined;
  let far = false;
  let told = drop;
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !told) return;
    from = { x: event.clientX, y: event.clientY };
    far = false;
    node.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!far && Math.hypot(x, y) < FAR) return;
    far = true;
    // It is moved in its own pixels, which are larger than the pointer's where the board has grown.
    const grown = node.currentCSSZoom || 1;
    node.style.transform = `translate(${x / grown}px, ${y / grown}px)`;
  };
  const up = (event: PointerEvent) => {
    if (!from) return;
    const y = event.clientY - from.y;
    from = undefined;
    node.style.transform = '';
    if (!far || event.type === 'pointercancel') return;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((one) => !node.contains(one));
    told?.({ down: y, on: under });
  };
  // The click that ends a drag is no press.
  const click = (event: MouseEvent) => {
    if (!far) return;
    far = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  node.addEventListener('click', click, true);
  return {
    update: (next: typeof drop) => void (told = next),
    destroy: () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('click', click, true);
    },
  };
}
