import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '#features/projects/contract.ts'
import { anyLeadQuery, latestQuery } from '../queries.ts'
import { useReleases } from '../use-releases.ts'
import type { View } from '../view.ts'
import { Empty } from './empty.tsx'
import { ListSkeleton } from './list.tsx'

interface EmptyTabProps {
  project: Project
  view: View
  /** Whether the list is being fetched again. */
  fetching: boolean
}

/** A tab without leads; where the first one just came, the list is about to show it. */
export function EmptyTab({ project, view, fetching }: EmptyTabProps) {
  const any = useQuery(anyLeadQuery(project.id))
  const releases = useReleases(project.id)
  const { data: latest } = useQuery({ ...latestQuery(project.id, view), enabled: false })
  const ever = any.data ?? false
  const [everAtFirst, setEverAtFirst] = useState<boolean>()
  if (everAtFirst === undefined && any.data !== undefined) setEverAtFirst(any.data)
  // The first lead is there, and the list is about to show it.
  const coming = ever && everAtFirst === false && (fetching || latest?.leads.length !== 0)
  if (any.isPending || coming) return <ListSkeleton />
  return <Empty tab={view.tab} ever={ever} project={project} held={releases?.leads} />
}
