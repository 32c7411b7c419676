import { Project } from '../entities.ts'

/** What every row begins with (DECISIONS 6). */
export const row = Project.pick({
  id: true,
  documentId: true,
  createdAt: true,
  updatedAt: true,
  publishedAt: true,
}).shape
