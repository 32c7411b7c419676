import { teammatesOf } from '#platform/web/session/teammates.ts'
import { call } from '../api.ts'

/** The members of a project who can work on leads, by email. */
export const teammatesQuery = (projectId: string) =>
  teammatesOf(projectId, (query, signal) => call('membersFind', { query, signal }))
