import { queryOptions } from '@tanstack/react-query'
import { CallError } from '#platform/web/api/call-error.ts'
import type { Project } from '../../contract.ts'
import { call } from '../api.ts'

/** Queries one project (SPEC 7: filtered by ID), with the message of SPEC 8 if it isn't available. */
export const projectDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: async ({ signal }): Promise<Project> => {
      const filters = { id: { $eq: id } }
      const { data } = await call('projectsFind', { query: { filters }, signal }).catch((error: unknown) => {
        throw error instanceof CallError && !signal.aborted ? error.saying('Error fetching project details') : error
      })
      if (data[0]) return data[0]
      throw new CallError({ status: 404, name: 'NotFoundError', message: 'Project not found', details: {} })
    },
  })
