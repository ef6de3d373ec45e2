// Text for another program. Over plain http, as on a network at home, browsers have no clipboard for pages: then the older
// command may still copy what is selected, and where that is refused too the person can.

// 'selected': nothing was copied, and the text stands selected in the field.
export type Copying = 'copied' | 'selected';

export async function copyFrom(field: HTMLInputElement): Promise<Copying> {
  try {
    // Absent where the page is not secure, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard) {
      await clipboard.writeText(field.value);
      return 'copied';
    }
  } catch {
    // The person or the browser does not allow it.
  }
  const before = document.activeElement as HTMLElement | null;
  field.focus();
  field.select();
  if (!commandCopies()) return 'selected';
  before?.focus();
  return 'copied';
}

function commandCopies(): boolean {
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
