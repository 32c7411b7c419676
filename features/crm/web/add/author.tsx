import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { defaultPeopleView, peopleParams } from '#engine/crm/people-view.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu } from '#platform/ui/overlays/menu.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import type { CrmAuthorProps } from '#platform/web/feature.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { stageName } from '../people/labels.ts'
import { stagesQuery } from '../people/queries.ts'
import { addLeads } from './add-leads.ts'
import { authorQuery } from './queries.ts'
import { StageItems } from './stage-items.tsx'

/** The stage of a lead's author in the CRM, with a link to them, or the button that adds them. */
export function Author({ projectId, author, lead }: CrmAuthorProps) {
  const queryClient = useQueryClient()
  const mayRead = useMay('readOutreach') === true
  const mayChange = useMay('changeOutreach') === true
  const { data: person } = useQuery({ ...authorQuery(projectId, author), enabled: mayRead })
  const { data: stages = [] } = useQuery({ ...stagesQuery(projectId), enabled: mayRead })
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  useCommands('CRM', [
    {
      id: 'crm add',
      label: 'Add author to CRM',
      icon: 'board',
      words: 'person stage',
      run: mayChange && person === null ? () => setOpen(true) : null,
    },
  ])
  if (!mayRead || person === undefined) return null
  if (person) {
    return (
      <Link
        to={`${paths.crm}?${peopleParams(defaultPeopleView, person.id)}`}
        className={buttonClasses({ size: 'small' })}
      >
        <Icon name="board" /> In CRM: {stageName(stages, person.stage)}
      </Link>
    )
  }
  if (!mayChange) return null

  const add = async (stage: PersonStage) => {
    setBusy(true)
    await withErrorToast(async () => {
      const id = await lead()
      if (id !== null) await addLeads(queryClient, { projectId, leads: [id], stage }, null)
    })
    setBusy(false)
  }
  return (
    <Menu
      numbered
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" busy={busy}>
          <Icon name="board" /> Add to CRM
        </Button>
      }
    >
      <StageItems projectId={projectId} onChoose={(stage) => !busy && void add(stage)} />
    </Menu>
  )
}
