/** The sender of mails. */
export interface Sender {
  name: string
  address: string
}

/** Parses `name@example.com`, `Name <name@example.com>` or `"Name" <name@example.com>`; null for anything else. */
export function senderOf(words: string): Sender | null {
  const [, quoted, plain, address] = /^(?:"([^"<>\p{C}]*)"|([^"<>,;\p{C}]*?))\s*<([^<>]+)>$/u.exec(words) ?? [
    null,
    '',
    '',
    words,
  ]
  if (!/^[^\s<>@,;"\p{C}]+@[^\s<>@,;"\p{C}]+$/u.test(address ?? '')) return null
  return { name: quoted ?? plain ?? '', address: address ?? '' }
}
