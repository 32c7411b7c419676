import { z } from 'zod'

/** The public pages of a build, in `site.json` beside them. The server serves these paths and no others. */
export const SiteManifest = z.object({
  documents: z.record(z.string().startsWith('/'), z.object({ file: z.string(), type: z.string() })),
  /** The error page, also for unknown paths. */
  error: z.string(),
  /** The content security policy sources of inline scripts. */
  scripts: z.array(z.string().regex(/^'sha256-[\w+/=]+'$/)),
})
export type SiteManifest = z.infer<typeof SiteManifest>

/** A placeholder in documents for the URL of this installation, known at its start (PUBLIC_URL). */
export const originMark = '{{origin}}'
/** The placeholder in the app's document for the title of its page (SPEC 2). */
export const titleMark = '{{title}}'
/** The placeholders in the error page (SPEC 2). */
export const errorMarks = { status: '{{status}}', name: '{{name}}', message: '{{message}}' }
