import { authorName, placeName } from '#engine/places/places.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Menu, MenuGroup, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { muteKinds } from '../../contract-limits.ts'
import { canMute } from '../commands.ts'
import type { MentionsState } from '../use-mentions.ts'

/** In a narrow bar, buttons show only their text, so that they fit in one row. */
const roomy = { icon: '@max-lg:hidden', key: '@max-2xl:hidden' }

/** The actions for the open mention, each with its key. */
export function Actions({ state, side }: { state: MentionsState; side: 'top' | 'bottom' }) {
  const { selected, mayDecide, handleAll, muteLike, muting, setMuting } = state
  if (!selected || !mayDecide) return null
  const { handled, muted, author, subreddit } = selected
  const texts = {
    thread: 'This thread',
    author: author ? authorName(author) : 'The author',
    community: placeName(subreddit),
  }
  return (
    <>
      <Button look={handled ? 'outline' : 'primary'} size="small" onClick={() => handleAll([selected], !handled)}>
        <Icon name={handled ? 'undo' : 'check'} className={roomy.icon} />
        {handled ? 'Mark not handled' : 'Mark handled'} <Kbd className={roomy.key}>e</Kbd>
      </Button>
      <Menu
        numbered
        side={side}
        open={muting}
        onOpenChange={setMuting}
        trigger={
          <Button size="small" disabled={muted} title={muted ? 'Already muted' : undefined}>
            <Icon name="hidden" className={roomy.icon} /> {muted ? 'Muted' : 'Mute'} <Kbd className={roomy.key}>m</Kbd>
          </Button>
        }
      >
        <MenuGroup label="Hide mentions from">
          {muteKinds.map((kind, index) => (
            <MenuItem
              key={kind}
              kbd={String(index + 1)}
              disabled={!canMute(selected, kind)}
              {...(kind === 'author' && author === null && { detail: 'The author is unknown' })}
              onClick={() => muteLike(selected, kind)}
            >
              {texts[kind]}
            </MenuItem>
          ))}
        </MenuGroup>
      </Menu>
    </>
  )
}

/** The button that shows the overview again beside the list. */
export function BackToOverview({ onClick }: { onClick: () => void }) {
  return (
    <Button look="ghost" size="icon" aria-label="Back to the overview" title="Back to the overview" onClick={onClick}>
      <Icon name="back" />
    </Button>
  )
}
