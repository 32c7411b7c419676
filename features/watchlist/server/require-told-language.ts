import { languagesTold } from '#engine/text/language.ts'
import { faultOfField } from '#platform/server/database/own-row.ts'

/** Throws ValidationError for a language that no text is told to be in: a keyword would find nothing in silence. */
export function requireToldLanguage(language: string | null | undefined): void {
  if (!language || languagesTold.has(language)) return
  throw faultOfField('language', `language must be one that is told apart: ${[...languagesTold].sort().join(', ')}`)
}
