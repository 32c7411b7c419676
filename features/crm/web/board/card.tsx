import { memo } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#platform/ui/avatar.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuGroup, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import type { RedditPerson } from '../../contract.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { stageText } from '../people/due.ts'
import { personId } from '../people/element-ids.ts'
import { shortName } from '../people/labels.ts'
import { moneyText } from '../people/money.ts'
import { NextAction } from '../people/next-action.tsx'

interface CardProps {
  person: RedditPerson
  stages: readonly PersonStage[]
  href: string
  /** The ID of the user. */
  me: string
  now: number
  mayChange: boolean
  isMenuOpen: boolean
  isDragged: boolean
  onActive: (id: string) => void
  /** Opens the person's menu; null: closes it. */
  onMenu: (id: string | null) => void
  /** Begins to drag the person; null: ends it. */
  onDrag: (person: RedditPerson | null) => void
  onMove: (person: RedditPerson, stage: string) => void
}

/** The tags that a card has room for. */
const tagsMost = 3

/** One person on the board. */
export const Card = memo(function Card({ person, href, me, now, mayChange, isDragged, ...rest }: CardProps) {
  const { id, handle, tags, owner, doNotContact, value, currency, stageSince } = person
  const { onActive, onDrag } = rest
  return (
    <article
      aria-labelledby={personId(id)}
      draggable={mayChange}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', `u/${handle}`)
        // Deferred: the browser pictures the card as it is now.
        setTimeout(onDrag, 0, person)
      }}
      onDragEnd={() => onDrag(null)}
      className={classes(
        'group relative rounded-xl border border-line bg-raised px-3 py-2.5 shadow-press hover:border-edge',
        'has-[h3_a:focus-visible]:outline-2 has-[h3_a:focus-visible]:outline-focus',
        mayChange && 'cursor-grab active:cursor-grabbing',
        isDragged && 'opacity-50',
      )}
    >
      <div className="flex items-start gap-1">
        <h3 className="min-w-0 flex-1 truncate font-medium">
          {/* The link covers the whole card, but only the name is its name. */}
          <Link
            to={href}
            state="from list"
            id={personId(id)}
            draggable={false}
            aria-describedby={`${personId(id)}-about`}
            onFocus={() => onActive(id)}
            className="outline-none after:absolute after:inset-0"
          >
            u/{handle}
          </Link>
        </h3>
        {mayChange && <MoveMenu person={person} {...rest} />}
      </div>
      <div id={`${personId(id)}-about`} className="flex flex-col gap-1.5">
        <NextAction person={person} now={now} />
        {(doNotContact || tags.length > 0) && (
          <p className="flex flex-wrap gap-1">
            {doNotContact && <Badge look="danger">Do not contact</Badge>}
            {tags.slice(0, tagsMost).map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            {tags.length > tagsMost && <Badge>+{tags.length - tagsMost}</Badge>}
          </p>
        )}
        <p className="flex items-center gap-x-2 text-muted text-xs">
          {value !== null && currency !== null && (
            <span className="tabular shrink-0 font-semibold text-ink">{moneyText({ value, currency })}</span>
          )}
          <span title={`In this stage since ${exactTime(stageSince)}`} className="tabular relative min-w-0 truncate">
            {stageText(stageSince, now)}
          </span>
          {owner && (
            <span title={owner.email} className="relative ml-auto flex max-w-28 shrink-0 items-center gap-1">
              <Avatar name={owner.email} round className="size-5" />
              <span className="sr-only">Owner: </span>
              <span className="truncate">{owner.id === me ? 'You' : shortName(owner.email)}</span>
            </span>
          )}
        </p>
      </div>
    </article>
  )
})

type MoveMenuProps = Pick<CardProps, 'person' | 'stages' | 'isMenuOpen' | 'onMenu' | 'onMove'>

/** The menu that moves a person without dragging. Only an open one is a menu: a board has hundreds of cards. */
function MoveMenu({ person, stages, isMenuOpen, onMenu, onMove }: MoveMenuProps) {
  const button = (
    <Button
      look="ghost"
      size="icon"
      aria-label={`Move u/${person.handle}`}
      aria-haspopup="menu"
      onClick={() => onMenu(person.id)}
      className="relative -mt-1 -mr-2 -mb-1 size-7"
    >
      <Icon name="more" />
    </Button>
  )
  if (!isMenuOpen) return button
  const others = stages.filter(({ key }) => key !== person.stage)
  return (
    <Menu
      open
      onOpenChange={(open) => !open && onMenu(null)}
      align="end"
      numbered
      finalFocus={() => document.getElementById(personId(person.id))}
      trigger={button}
    >
      <MenuGroup label="Move to">
        {others.map(({ key, name }, index) => (
          <MenuItem
            key={key}
            {...(index < 9 && { kbd: String(index + 1) })}
            onClick={() => {
              onMenu(null)
              onMove(person, key)
            }}
          >
            {name}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  )
}
