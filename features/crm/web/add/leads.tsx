import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { Menu } from '#platform/ui/overlays/menu.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { CrmLeadsProps } from '#platform/web/feature.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { addLeads } from './add-leads.ts'
import { StageItems } from './stage-items.tsx'

/** The button that adds the authors of chosen leads to the CRM, in a stage of choice. */
export function Leads({ projectId, leads, onDone }: CrmLeadsProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mayChange = useMay('changeOutreach') === true
  const [busy, setBusy] = useState(false)
  if (!mayChange) return null

  const add = async (stage: PersonStage) => {
    setBusy(true)
    await withErrorToast(async () => {
      const ids = await leads()
      if (ids === null) return
      await addLeads(queryClient, { projectId, leads: ids, stage }, () => void navigate(paths.crm))
      onDone()
    })
    setBusy(false)
  }
  return (
    <Menu
      numbered
      side="top"
      align="end"
      trigger={
        <Button size="small" busy={busy}>
          Add to CRM
        </Button>
      }
    >
      <StageItems projectId={projectId} onChoose={(stage) => !busy && void add(stage)} />
    </Menu>
  )
}
