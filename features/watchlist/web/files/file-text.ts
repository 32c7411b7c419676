export type FileText = { state: 'read'; text: string } | { state: 'refused'; message: string }

const asUtf8 = 'In your spreadsheet, save it as “CSV UTF-8”, then choose it again.'

/** The text of a file in UTF-8 or, as spreadsheets write it by its mark, UTF-16. Letters of others would come out wrong. */
export function textOfFile(bytes: Uint8Array): FileText {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  if (first === 0x50 && second === 0x4b) return refused(`This file is a workbook, not a CSV file. ${asUtf8}`)
  if (bytes.includes(0)) return refused(`This file isn't readable text. ${asUtf8}`)
  return decoded(bytes, 'utf-8')
}

function decoded(bytes: Uint8Array, encoding: string): FileText {
  try {
    return { state: 'read', text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch {
    // It throws for nothing but bytes that are none of its encoding.
    return refused(`This file isn't UTF-8 encoded. ${asUtf8}`)
  }
}

function refused(message: string): FileText {
  return { state: 'refused', message }
}
