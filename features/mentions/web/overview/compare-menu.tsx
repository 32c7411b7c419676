import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuCheckItem, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import type { NameTrend } from '../../contract.ts'
import { comparedMost } from '../view.ts'
import { labelsOf } from './names.ts'

interface CompareMenuProps {
  names: readonly NameTrend[]
  compared: readonly string[]
  onChange: (compared: string[]) => void
}

/** Chooses two to four names to compare. The newest choice replaces the first if there are too many. */
export function CompareMenu({ names, compared, onChange }: CompareMenuProps) {
  const labels = labelsOf(names)
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="small"
          disabled={names.length < 2}
          title={names.length < 2 ? 'Nothing to compare yet' : undefined}
        >
          <Icon name="competitor" />
          {compared.length >= 2 ? `Comparing ${compared.length} names` : 'Compare names'}
          <Icon name="chevronDown" />
        </Button>
      }
    >
      <MenuGroup label={`Choose 2 to ${comparedMost} names`}>
        {names.map(({ id }, index) => (
          <MenuCheckItem
            key={id}
            checked={compared.includes(id)}
            onChange={(checked) =>
              onChange(checked ? [...compared, id].slice(-comparedMost) : compared.filter((other) => other !== id))
            }
          >
            {labels[index]}
          </MenuCheckItem>
        ))}
      </MenuGroup>
      {compared.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Icon name="close" />} onClick={() => onChange([])}>
            Stop comparing
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
