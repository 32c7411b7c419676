import { Field } from '#platform/ui/fields/field.tsx'
import { Input, PasswordInput, Textarea } from '#platform/ui/fields/input.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

export function Fields() {
  return (
    <Section
      id="fields"
      title="Fields"
      use="A label above, guidance below, a fault in words when it is there. What was typed always stays."
    >
      <Row>
        <Specimen name="With guidance">
          <Field label="Website" aside="Optional" hint="Where people can read about it.">
            {(control) => <Input {...control} type="url" placeholder="https://example.com" />}
          </Field>
        </Specimen>
        <Specimen name="In focus">
          <Field label="Product name">
            {(control) => (
              <Input {...control} defaultValue="Deskbook" className="border-focus outline-1 outline-focus" />
            )}
          </Field>
        </Specimen>
        <Specimen name="Invalid">
          <Field label="E-mail" error="Please enter a valid email address">
            {(control) => <Input {...control} type="email" defaultValue="grace@" />}
          </Field>
        </Specimen>
        <Specimen name="Disabled">
          <Field label="Plan" hint="Only the owner can change it.">
            {(control) => <Input {...control} disabled value="Growth" readOnly />}
          </Field>
        </Specimen>
        <Specimen name="Password">
          <Field label="Password" hint="8 characters at least.">
            {(control) => <PasswordInput {...control} autoComplete="off" defaultValue="compiling since 1952" />}
          </Field>
        </Specimen>
        <Specimen name="Long text">
          <Field label={longText} error={longText} hint={longText}>
            {(control) => <Input {...control} defaultValue={longText} />}
          </Field>
        </Specimen>
        <Specimen name="Several lines; grows with its text">
          <Field label="What do you make, and for whom?">
            {(control) => (
              <Textarea
                {...control}
                defaultValue="A simple CRM for small businesses: contacts, a pipeline and reminders to follow up."
              />
            )}
          </Field>
        </Specimen>
        <Specimen name="Several lines, invalid">
          <Field label="Summary" error="Summary must not be empty">
            {(control) => <Textarea {...control} placeholder="Two or three sentences" />}
          </Field>
        </Specimen>
        <Specimen name="Several lines, disabled">
          <Field label="Notes">{(control) => <Textarea {...control} disabled defaultValue="Nothing yet" />}</Field>
        </Specimen>
      </Row>
    </Section>
  )
}
