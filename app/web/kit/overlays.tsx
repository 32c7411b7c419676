import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog, Drawer } from '#platform/ui/overlays/dialog.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { Row, Section, Specimen } from './specimen.tsx'

type Overlay = 'dialog' | 'long' | 'drawer' | 'navigation'

const kinds = [
  { value: 'problem', label: 'Problem' },
  { value: 'brand', label: 'Brand' },
] as const

export function Overlays() {
  const [open, setOpen] = useState<Overlay | null>(null)
  const state = (overlay: Overlay) => ({
    open: open === overlay,
    onOpenChange: (next: boolean) => setOpen(next ? overlay : null),
  })
  return (
    <Section
      id="overlays"
      title="Dialog, drawer, menu, tooltip"
      use="Focus moves in, stays in, and returns. Escape closes. Offer undo instead of asking for confirmation."
    >
      <Row>
        <Specimen name="Dialog">
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
            <Button onClick={() => setOpen('long')}>Long dialog</Button>
          </div>
        </Specimen>
        <Specimen name="Drawer">
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
            <Button onClick={() => setOpen('navigation')}>Open navigation drawer</Button>
          </div>
        </Specimen>
        <Specimen name="Menu, tooltip">
          <div className="flex flex-wrap items-center gap-3">
            <ReasonMenu />
            <Tooltip label="Tooltip text">
              <Button size="icon" look="ghost" aria-label="Notifications">
                <Icon name="bell" />
              </Button>
            </Tooltip>
          </div>
        </Specimen>
      </Row>
      <Dialog {...state('dialog')} title="New keyword">
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            setOpen(null)
          }}
        >
          <Field label="Keyword">{(control) => <Input {...control} placeholder="simple crm" />}</Field>
          <Field label="Kind">
            {(control) => (
              <Select {...control} value="problem" onChange={() => notify({ title: 'Chosen' })} options={kinds} />
            )}
          </Field>
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button look="ghost" onClick={() => notify({ title: 'Shown from inside the dialog', timeout: 0 })}>
              Show notice
            </Button>
            <Button look="primary" type="submit">
              Add
            </Button>
          </div>
        </form>
      </Dialog>
      <Dialog {...state('long')} title="A dialog taller than the screen scrolls">
        <div className="flex flex-col gap-4 text-muted">
          {Array.from({ length: 24 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
            <p key={index}>Paragraph {index + 1}. This text makes the dialog taller than the screen.</p>
          ))}
        </div>
      </Dialog>
      <Drawer {...state('drawer')} title="Edit lead" side="end">
        <div className="flex flex-col gap-4">
          <Field label="Note">{(control) => <Input {...control} />}</Field>
          <Button look="primary" onClick={() => setOpen(null)}>
            Done
          </Button>
        </div>
      </Drawer>
      <Drawer {...state('navigation')} title="Menu">
        <nav aria-label="Main" className="p-4">
          <Button look="ghost" onClick={() => setOpen(null)}>
            Opportunities
          </Button>
        </nav>
      </Drawer>
    </Section>
  )
}

function ReasonMenu() {
  return (
    <Menu
      trigger={
        <Button>
          Open menu <Icon name="chevronDown" />
        </Button>
      }
    >
      <MenuGroup label="Rejection reason">
        <MenuItem kbd="1" icon={<Icon name="account" />}>
          Not my audience
        </MenuItem>
        <MenuItem kbd="2" icon={<Icon name="reject" />}>
          Not buying
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Icon name="copy" />}>Copy a link to this lead and to the thread it was found in</MenuItem>
      <MenuItem icon={<Icon name="remove" />} disabled detail="Only owners and admins can">
        Delete
      </MenuItem>
    </Menu>
  )
}
