// Where the browser keeps text by name: localStorage, or a stand-in of the tests.
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

// A stored value, parsed as JSON; absent if it is not JSON, since anybody at the device may have changed it.
export function parsed(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
