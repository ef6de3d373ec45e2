// Which page is shown: the address, and the links that change it without a reload.

export class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('click', (event) => this.clicked(event));
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.read();
    if (!replace) scrollTo(0, 0);
  }

  // Changes one part of the query without adding a step to the browser's history.
  set(name: string, value: string | undefined): void {
    const query = new URLSearchParams(location.search);
    if (value === undefined) query.delete(name);
    else query.set(name, value);
    const text = query.toString();
    this.go(location.pathname + (text ? `?${text}` : ''), true);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  private clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const anchor = (event.target as Element | null)?.closest('a');
    if (!anchor || anchor.origin !== location.origin || anchor.hasAttribute('download') || anchor.target) return;
    if (anchor.hash && anchor.pathname === location.pathname) return;
    event.preventDefault();
    this.go(anchor.pathname + anchor.search + anchor.hash);
  }
}
