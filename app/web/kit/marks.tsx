import { Avatar } from '#platform/ui/avatar.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Signal } from '#platform/ui/signal.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

export function Marks() {
  return (
    <Section id="marks" title="Badges, avatars, keys" use="Small marks for a state, a person, or a shortcut.">
      <Row>
        <Specimen name="Badges">
          <div className="flex flex-wrap gap-2">
            <Badge>Paused</Badge>
            <Badge look="accent">New</Badge>
            <Badge look="good">Live</Badge>
            <Badge look="warn">Slow</Badge>
            <Badge look="danger">Removed</Badge>
            <Badge>{longText}</Badge>
          </div>
        </Specimen>
        <Specimen name="Avatars: projects and people">
          <div className="flex items-center gap-3">
            <Avatar name="Deskbook" />
            <Avatar name="Grace" round />
            <Avatar name="émile" round className="size-8" />
            <Avatar name="" />
          </div>
        </Specimen>
        <Specimen name="Keys and signal strength">
          <div className="flex items-center gap-3">
            <Kbd>?</Kbd>
            <Kbd>Ctrl</Kbd>
            <Kbd>K</Kbd>
            {[0, 1, 2, 3].map((strength) => (
              <Signal key={strength} strength={strength} className="h-5 w-auto text-accent" />
            ))}
            <Icon name="bell" />
          </div>
        </Specimen>
      </Row>
    </Section>
  )
}
