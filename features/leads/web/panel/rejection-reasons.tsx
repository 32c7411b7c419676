import type { RejectionReason } from '#engine/score/component.ts'
import { MenuGroup, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { rejectionKeys, rejections } from '../labels.ts'

/** The reasons for a rejection, each with its key, in a menu. */
export function RejectionReasons({ onChoose }: { onChoose: (reason: RejectionReason) => void }) {
  return (
    <MenuGroup label="Why isn't this a lead?">
      {rejectionKeys.map((reason, index) => (
        <MenuItem key={reason} kbd={String(index + 1)} onClick={() => onChoose(reason)}>
          {rejections[reason]}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}
