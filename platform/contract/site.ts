import { z } from 'zod'

/** What a build says of its public pages, in `site.json` beside them: the server answers these paths and no others. */
export const SiteManifest = z.object({
  documents: z.record(z.string().startsWith('/'), z.object({ file: z.string(), type: z.string() })),
  /** The document for what fails, addresses that lead nowhere among it. */
  error: z.string(),
  /** Sources of the content security policy for the scripts that stand in the documents themselves. */
  scripts: z.array(z.string().regex(/^'sha256-[\w+/=]+'$/)),
})
export type SiteManifest = z.infer<typeof SiteManifest>

/** Stands in documents where the address of this installation belongs, which is known when it starts (PUBLIC_URL). */
export const originMark = '{{origin}}'
/** Stand in the document for what fails, where that belongs which the error page shows (SPEC 2). */
export const errorMarks = { status: '{{status}}', name: '{{name}}', message: '{{message}}' }
