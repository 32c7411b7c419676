import { z } from 'zod'
import { Project } from '#features/projects/contract.ts'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'

/** The largest file of an exported project that can be imported, in bytes. */
export const projectFileBytesMax = 32 * 1024 * 1024

const count = z.number().int()

/** What an import of an exported project would create (docs/decisions/0108). */
export const ProjectFileSummary = z.object({
  /** The name of the project. */
  name: z.string(),
  exportedAt: instant,
  keywords: count,
  competitors: count,
  prompts: count,
  /** Saved views and searches. */
  views: count,
  alertRules: count,
  /** Leads with a decision or a note. */
  leads: count,
  /** Other posts of leads and mentions, which are matched again. */
  posts: count,
  /** Leads and mentions that can't be imported: they are sample data, or their text was deleted. */
  skipped: count,
})
export type ProjectFileSummary = z.infer<typeof ProjectFileSummary>

const file = { access: 'inPerson', exempt: true, method: 'POST', bytesMax: projectFileBytesMax } as const

/** Importing an exported project. The body is the exported file. */
export const projectImportEndpoints = {
  /** Returns what the file contains, and changes nothing. */
  projectFileChecksCreate: { ...file, path: '/project-file-checks', answer: one(ProjectFileSummary) },
  /** Creates a project of the caller from the file, all or nothing. */
  projectImportsCreate: { ...file, path: '/project-imports', answer: one(Project), status: 201 },
} as const satisfies Record<string, Endpoint>
