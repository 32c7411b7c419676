import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Claimed, claims, labelsInOrder, noFilters, type View, windowsInOrder } from '#engine/rules/lead-view.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuCheckItem, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { bands, count, windowNames } from '../labels.ts'
import { leadFiltersQuery, visitQuery } from '../queries.ts'
import { isFiltered } from '../view.ts'

interface FilterChipsProps {
  projectId: string
  view: View
  onView: (view: View) => void
}

const claimTexts: Record<Claimed, string> = { me: 'Claimed by me', anyone: 'Claimed', nobody: 'Not claimed' }

/** One chip for each kind of filter: it names what is chosen, and opens the choices. */
export function FilterChips({ projectId, view, onView }: FilterChipsProps) {
  const { data: names } = useQuery(leadFiltersQuery(projectId))
  const change = (filters: Partial<View>) => onView({ ...view, ...filters })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Filters" className="flex items-center pr-2">
      <div className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto py-2 pr-2 pl-4 [scrollbar-width:none]">
        <ToggleChip on={view.unread} onChange={(unread) => change({ unread })}>
          Unread
        </ToggleChip>
        <SinceChip projectId={projectId} since={view.since} onChange={(since) => change({ since })} />
        <Chip
          label="Label"
          options={labelsInOrder}
          chosen={view.labels}
          textOf={(label) => bands[label]}
          onChange={(labels) => change({ labels })}
        />
        <Chip
          label="Age"
          options={windowsInOrder}
          chosen={view.windows}
          textOf={(window) => windowNames[window]}
          onChange={(windows) => change({ windows })}
        />
        <Chip
          label="Community"
          options={names?.communities}
          chosen={view.communities}
          textOf={(community) => `r/${community}`}
          onChange={(communities) => change({ communities })}
        />
        <Chip
          label="Keyword"
          options={names?.keywords}
          chosen={view.keywords}
          onChange={(keywords) => change({ keywords })}
        />
        <Chip
          label="Competitor"
          options={names?.competitors}
          chosen={view.competitors}
          onChange={(competitors) => change({ competitors })}
        />
        <ClaimChip claimed={view.claimed} onChange={(claimed) => change({ claimed })} />
      </div>
      {isFiltered(view) && (
        <Button look="ghost" size="small" className="whitespace-nowrap" onClick={() => change(noFilters)}>
          Clear all
        </Button>
      )}
    </div>
  )
}

interface ToggleChipProps {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

function ToggleChip({ on, onChange, children }: ToggleChipProps) {
  return (
    <button type="button" aria-pressed={on} onClick={() => onChange(!on)} className={chipClasses(on)}>
      {children}
    </button>
  )
}

interface SinceChipProps {
  projectId: string
  since: string | null
  onChange: (since: string | null) => void
}

/** Filters by what is new since the user's last visit. Hidden if nothing is. */
function SinceChip({ projectId, since, onChange }: SinceChipProps) {
  const { data: visit } = useQuery(visitQuery(projectId))
  if (since === null && !visit?.newLeads) return null
  const isLast = since === null || since === visit?.since
  return (
    <ToggleChip on={since !== null} onChange={(on) => onChange(on ? (visit?.since ?? null) : null)}>
      {isLast && visit ? `${count(visit.newLeads)} new since your last visit` : 'New since an earlier visit'}
    </ToggleChip>
  )
}

interface ChipProps<Value extends string | number> {
  label: string
  /** Undefined while unknown. */
  options: readonly Value[] | undefined
  chosen: readonly Value[]
  textOf?: (value: Value) => string
  onChange: (chosen: Value[]) => void
}

function Chip<Value extends string | number>({ label, options, chosen, textOf = String, onChange }: ChipProps<Value>) {
  const [first] = chosen
  // A choice from an address or of an earlier time may occur in no lead.
  const shown = [...chosen.filter((value) => !options?.includes(value)), ...(options ?? [])]
  return (
    <ChipMenu
      label={label}
      text={first === undefined ? null : chosen.length === 1 ? textOf(first) : `${chosen.length} chosen`}
    >
      {shown.map((value) => (
        <MenuCheckItem
          key={value}
          checked={chosen.includes(value)}
          onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))}
        >
          {textOf(value)}
        </MenuCheckItem>
      ))}
      {shown.length === 0 && <MenuItem disabled>{options ? 'None in your leads' : 'Loading…'}</MenuItem>}
    </ChipMenu>
  )
}

function ClaimChip({ claimed, onChange }: { claimed: Claimed | null; onChange: (claimed: Claimed | null) => void }) {
  return (
    <ChipMenu label="Claim" text={claimed && claimTexts[claimed]}>
      {claims.map((value) => (
        <MenuCheckItem key={value} checked={value === claimed} onChange={(checked) => onChange(checked ? value : null)}>
          {claimTexts[value]}
        </MenuCheckItem>
      ))}
    </ChipMenu>
  )
}

/** A chip with its choices. `text` is the current choice; null: none. */
function ChipMenu({ label, text, children }: { label: string; text: string | null; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <button type="button" className={chipClasses(text !== null)}>
          {text === null ? (
            label
          ) : (
            <>
              <span className="sr-only">{label}: </span>
              <span className="max-w-40 truncate">{text}</span>
            </>
          )}
          <Icon name="chevronDown" className="size-3.5" />
        </button>
      }
    >
      {children}
    </Menu>
  )
}

/** Returns the classes of a chip, which is filled while its filter is on. */
function chipClasses(on: boolean): string {
  return classes(
    'inline-flex h-7 shrink-0 select-none items-center gap-1 whitespace-nowrap rounded-full border px-2.5 font-medium text-sm pointer-coarse:h-9',
    on ? 'border-inverse bg-inverse text-inverse-ink' : 'border-line text-muted hover:bg-hover hover:text-ink',
  )
}
