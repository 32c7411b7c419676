export type FileText = { state: 'read'; text: string } | { state: 'refused'; message: string }

const asUtf8 = 'In your spreadsheet, save it as “CSV UTF-8”, then choose it again.'

/**
 * Decodes a file as UTF-8, or as UTF-16 if it has the byte order mark of spreadsheets. Refuses other encodings, whose
 * letters would be garbled.
 */
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
    // TextDecoder throws only for bytes that are invalid in the encoding.
    return refused(`This file isn't UTF-8 encoded. ${asUtf8}`)
  }
}

function refused(message: string): FileText {
  return { state: 'refused', message }
}
