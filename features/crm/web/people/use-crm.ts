import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type PeopleLook, type PeopleView, peopleParams, readPeopleView } from '#engine/crm/people-view.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { focusSearch } from '#platform/web/forms/search-field.tsx'
import { useIsWide } from '#platform/web/page/wide.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { Teammate } from '#platform/web/session/teammates.ts'
import type { RedditPerson } from '../../contract.ts'
import { usePeopleChanges } from '../changes/use-people-changes.ts'
import { viewCommands } from './commands.ts'
import { searchId } from './element-ids.ts'
import type { Reader } from './filters.ts'
import { shortName, stageName, whom } from './labels.ts'
import { storedLook, storeLook } from './look.ts'
import { stagesQuery, totalsQuery } from './queries.ts'

export type CrmState = ReturnType<typeof useCrm>

/** What is open over the people. */
export type CrmDialog = 'add' | 'import' | 'stages'

/** Returns the state of the CRM: the view in the address, the stages, and the changes by pointer or key. */
export function useCrm(project: CurrentProject, reader: Reader) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const wide = useIsWide()
  const user = useUser()
  const mayChange = useMay('changeOutreach') !== false
  const view = readPeopleView(params)
  const look = view.look ?? storedLook()
  const stages = useQuery(stagesQuery(project.id))
  const known = stages.data ?? []
  const totals = useQuery({ ...totalsQuery(reader, view, known), enabled: stages.data !== undefined })
  const [dialog, setDialog] = useState<CrmDialog | null>(null)
  const { change, undoLast } = usePeopleChanges(project.id)

  const go = (next: PeopleView, replace = false) => {
    setParams(peopleParams(next, null), { replace, preventScrollReset: true })
  }
  const chooseLook = (next: PeopleLook) => {
    storeLook(next)
    go({ ...view, look: next }, true)
  }
  /** A person opened from the list returns to it; one opened by their address goes to the list. */
  const close = () => (location.state === 'from list' ? void navigate(-1) : go(view, true))

  const moveTo = (people: readonly RedditPerson[], stage: string) =>
    change(people, { stage }, (moved) => `Moved ${whom(moved)} to ${stageName(known, stage)}`)
  const assign = (people: readonly RedditPerson[], owner: Teammate | null) =>
    change(people, { owner }, (assigned) =>
      owner === null
        ? `Removed the owner of ${whom(assigned)}`
        : `Assigned ${whom(assigned)} to ${owner.id === reader.me ? 'you' : shortName(owner.name)}`,
    )
  const tag = (people: readonly RedditPerson[], name: string) =>
    change(people, { addTags: [name] }, (tagged) => `Tagged ${whom(tagged)} “${name}”`)
  const setDoNotContact = (people: readonly RedditPerson[], doNotContact: boolean) =>
    change(people, { doNotContact }, (changed) =>
      doNotContact ? `${whom(changed)} won't be contacted` : `${whom(changed)} may be contacted`,
    )

  const commands = viewCommands(view, look, {
    onView: (next) => go(next),
    onLook: chooseLook,
    search: () => focusSearch(searchId),
    add: mayChange ? () => setDialog('add') : null,
    stages: () => setDialog('stages'),
    import: mayChange ? () => setDialog('import') : null,
  })
  // A person's page has keys of its own.
  useCommands('View', params.has('person') ? [] : commands)
  return {
    ...{ project, reader, wide, mayChange, view, look, stages, totals, dialog, setDialog, go, chooseLook, close },
    ...{ change, undoLast, moveTo, assign, tag, setDoNotContact },
    me: user && { id: user.id, name: user.email },
    hrefOf: (id: string) => `?${peopleParams(view, id)}`,
  }
}
