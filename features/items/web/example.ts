/** Returns a command that sends a post, to copy. A test runs it. */
export function pushExample(address: string): string {
  const item = {
    id: '4711',
    title: 'Which tool do you use for invoices?',
    body: 'Ours is too slow.',
    author: 'Mara',
    url: 'https://forum.example/t/4711',
    createdAt: '2026-11-20T09:00:00Z',
  }
  return [
    `curl '${address}/api/items?source=Forum' -H 'Authorization: Bearer YOUR_TOKEN'`,
    `-H 'Content-Type: application/x-ndjson' -d '${JSON.stringify(item)}'`,
  ].join(' \\\n  ')
}
