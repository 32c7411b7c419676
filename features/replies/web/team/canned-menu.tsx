import { useQuery } from '@tanstack/react-query'
import { fillCanned } from '#engine/replies/canned.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem } from '#platform/ui/overlays/menu.tsx'
import type { CannedRepliesProps } from '#platform/web/feature.ts'
import { useUser } from '#platform/web/session/project.ts'
import { cannedRepliesQuery } from './queries.ts'

interface CannedMenuProps extends CannedRepliesProps {
  product: { name: string; website: string | null }
}

/** Inserts a canned reply of a channel with its variables filled in. Hidden while the project has none. */
export function CannedMenu({ projectId, channel, lead, product, onInsert }: CannedMenuProps) {
  const { data = [] } = useQuery(cannedRepliesQuery(projectId))
  const replies = data.filter((reply) => reply.channel === channel)
  const username = useUser()?.username ?? ''
  if (replies.length === 0) return null
  const filled = (text: string) =>
    fillCanned(text, { ...lead, product: product.name, website: product.website, username })
  return (
    <Menu
      trigger={
        <Button size="small" className="self-start">
          Insert canned reply <Icon name="chevronDown" className="text-faint" />
        </Button>
      }
    >
      {replies.map(({ id, name, text }) => (
        <MenuItem key={id} detail={shortened(filled(text))} onClick={() => onInsert(filled(text))}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The characters of a reply that the menu shows. */
const shownMost = 80

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > shownMost ? `${line.slice(0, shownMost)}…` : line
}
