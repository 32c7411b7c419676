import type { WebsiteProfile } from '#engine/website/profile.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { isOnPage } from './fill.ts'

interface SuggestionsProps {
  profile: WebsiteProfile
  value: readonly string[]
  onChange: (names: string[]) => void
}

/** Competitors that no page of the website names: nobody but its owner can say whether they are. */
export function Suggestions({ profile, value, onChange }: SuggestionsProps) {
  const names = profile.competitors.filter((each) => !isOnPage(each)).map(({ text }) => text)
  const open = names.filter((name) => !value.includes(name))
  if (open.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">Your pages name none. Known in your field:</span>
      {open.map((name) => (
        <Button key={name} size="small" aria-label={`Add ${name}`} onClick={() => onChange([...value, name])}>
          <Icon name="add" className="size-3.5" /> {name}
        </Button>
      ))}
    </div>
  )
}
