import { useQuery } from '@tanstack/react-query'
import { MenuGroup, MenuItem } from '#platform/ui/overlays/menu.tsx'
import type { PersonStage } from '../../contract-stages.ts'
import { stagesQuery } from '../people/queries.ts'

interface StageItemsProps {
  projectId: string
  onChoose: (stage: PersonStage) => void
}

/** The items of a menu that chooses a stage. */
export function StageItems({ projectId, onChoose }: StageItemsProps) {
  const { data: stages, isError } = useQuery(stagesQuery(projectId))
  return (
    <MenuGroup label="Add to stage">
      {stages?.map((stage, index) => (
        <MenuItem key={stage.key} {...(index < 9 && { kbd: String(index + 1) })} onClick={() => onChoose(stage)}>
          {stage.name}
        </MenuItem>
      ))}
      {!stages && <MenuItem disabled>{isError ? "Couldn't load the stages" : 'Loading…'}</MenuItem>}
    </MenuGroup>
  )
}
