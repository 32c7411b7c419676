export type FileText = { state: 'read'; text: string } | { state: 'refused'; message: string }

const asUtf8 = 'Save it as “CSV UTF-8” in your spreadsheet, and choose it again'

/** The text of a file in UTF-8 or, as spreadsheets write it by its mark, UTF-16. Letters of others would come out wrong. */
export function textOfFile(bytes: Uint8Array): FileText {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  if (first === 0x50 && second === 0x4b) return refused(`This is a workbook and no CSV file. ${asUtf8}`)
  if (bytes.includes(0)) return refused(`This is no text that can be read. ${asUtf8}`)
  return decoded(bytes, 'utf-8')
}

function decoded(bytes: Uint8Array, encoding: string): FileText {
  try {
    return { state: 'read', text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch {
    // It throws for nothing but bytes that are none of its encoding.
    return refused(`The letters of this file are in another encoding than UTF-8. ${asUtf8}`)
  }
}

function refused(message: string): FileText {
  return { state: 'refused', message }
}
