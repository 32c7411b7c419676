import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'

const Threads = separatePart(async () => (await import('./threads.tsx')).SeoThreads, {
  title: "Couldn't load SEO opportunities",
  waiting: null,
})

/** Load after the list, since few leads rank. */
const Tag = lazy(() =>
  loadOptional(async () => {
    await new Promise<void>(whenQuiet)
    return (await import('./lead-parts.tsx')).SeoTag
  }),
)
const Receipts = lazy(() =>
  loadOptional(async () => {
    await new Promise<void>(whenQuiet)
    return (await import('./lead-parts.tsx')).SeoReceipts
  }),
)

export const seoFeature: WebFeature = { name: 'seo', slots: { seo: { Threads, Tag, Receipts } } }
