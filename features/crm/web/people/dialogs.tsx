import { ImportPeople } from '../files/import-people.tsx'
import { Stages } from '../stages/stages.tsx'
import { AddPerson } from './add-person.tsx'
import type { CrmDialog, CrmState } from './use-crm.ts'

/** What is open over the people. */
export function Dialogs({ state, dialog }: { state: CrmState; dialog: CrmDialog }) {
  const onClose = () => state.setDialog(null)
  if (dialog === 'add') return <AddPerson state={state} onClose={onClose} />
  if (dialog === 'import') return <ImportPeople projectId={state.project.id} onClose={onClose} />
  return <Stages state={state} onClose={onClose} />
}
