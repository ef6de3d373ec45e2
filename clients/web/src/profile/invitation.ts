// The invitation that a link to this page may carry: `#invitation=CODE`, or the same as a query.

// The code, and the address without it; undefined if there is none.
export function invitationIn(address: string): { code: string; rest: string } | undefined {
  const url = new URL(address);
  const inHash = new URLSearchParams(url.hash.slice(1));
  const code = inHash.get('invitation') ?? url.searchParams.get('invitation');
  if (!code) return undefined;
  inHash.delete('invitation');
  url.searchParams.delete('invitation');
  url.hash = inHash.toString();
  return { code, rest: url.pathname + url.search + url.hash };
}
