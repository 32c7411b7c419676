import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

const looks = {
  brand: 'Create project',
  primary: 'Save',
  outline: 'Pause',
  ghost: 'Cancel',
  danger: 'Delete project',
} as const
const each = Object.entries(looks) as [keyof typeof looks, string][]
const focused = 'outline-2 outline-focus outline-offset-2'

export function Buttons() {
  return (
    <Section
      id="buttons"
      title="Buttons"
      use="One primary button per view. Actions a user may not take are disabled, with the reason in a tooltip."
    >
      <Row>
        <Specimen name="Variants">
          <Line>
            {each.map(([look, label]) => (
              <Button key={look} look={look}>
                {label}
              </Button>
            ))}
          </Line>
        </Specimen>
        <Specimen name="Focused">
          <Line>
            {each.map(([look, label]) => (
              <Button key={look} look={look} className={focused}>
                {label}
              </Button>
            ))}
          </Line>
        </Specimen>
        <Specimen name="Disabled">
          <Line>
            {each.map(([look, label]) => (
              <Button key={look} look={look} disabled>
                {label}
              </Button>
            ))}
          </Line>
        </Specimen>
        <Specimen name="Sizes, and icons">
          <Line>
            <Button size="small">Small</Button>
            <Button>Medium</Button>
            <Button size="large">Large</Button>
            <Button size="icon" look="ghost" aria-label="Settings">
              <Icon name="settings" />
            </Button>
            <Button size="small">
              <Icon name="add" />
              With icon
            </Button>
          </Line>
        </Specimen>
        <Specimen name="Busy and not allowed">
          <Line>
            <Button look="primary" busy>
              Saving…
            </Button>
            <Tooltip label="Only owners and admins can delete a project" onPress>
              <Button look="danger" aria-disabled>
                Delete project
              </Button>
            </Tooltip>
            <a href="#buttons" className={buttonClasses()}>
              Link styled as a button
            </a>
          </Line>
        </Specimen>
        <Specimen name="Long text">
          <Line>
            <Button>{longText}</Button>
          </Line>
        </Specimen>
      </Row>
    </Section>
  )
}

function Line({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
