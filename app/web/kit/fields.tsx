import { Field } from '#platform/ui/fields/field.tsx'
import { Input, PasswordInput, Textarea } from '#platform/ui/fields/input.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

export function Fields() {
  return (
    <Section
      id="fields"
      title="Fields"
      use="Label above, hint below, and an error message if needed. Input is never lost."
    >
      <Row>
        <Specimen name="With hint">
          <Field label="Website" aside="Optional" hint="Your product's website.">
            {(control) => <Input {...control} type="url" placeholder="https://example.com" />}
          </Field>
        </Specimen>
        <Specimen name="Focused">
          <Field label="Product name">
            {(control) => (
              <Input {...control} defaultValue="Deskbook" className="border-focus outline-1 outline-focus" />
            )}
          </Field>
        </Specimen>
        <Specimen name="Invalid">
          <Field label="Email" error="Please enter a valid email address">
            {(control) => <Input {...control} type="email" defaultValue="grace@" />}
          </Field>
        </Specimen>
        <Specimen name="Disabled">
          <Field label="Plan" hint="Only the owner can change it.">
            {(control) => <Input {...control} disabled value="Growth" readOnly />}
          </Field>
        </Specimen>
        <Specimen name="Password">
          <Field label="Password" hint="At least 8 characters.">
            {(control) => <PasswordInput {...control} autoComplete="off" defaultValue="compiling since 1952" />}
          </Field>
        </Specimen>
        <Specimen name="Long text">
          <Field label={longText} error={longText} hint={longText}>
            {(control) => <Input {...control} defaultValue={longText} />}
          </Field>
        </Specimen>
        <Specimen name="Multiline; grows with its text">
          <Field label="What does your product do, and for whom?">
            {(control) => (
              <Textarea
                {...control}
                defaultValue="A simple CRM for small businesses: contacts, a pipeline and reminders to follow up."
              />
            )}
          </Field>
        </Specimen>
        <Specimen name="Multiline, invalid">
          <Field label="Summary" error="Summary must not be empty">
            {(control) => <Textarea {...control} placeholder="Two or three sentences" />}
          </Field>
        </Specimen>
        <Specimen name="Multiline, disabled">
          <Field label="Notes">{(control) => <Textarea {...control} disabled defaultValue="Nothing yet" />}</Field>
        </Specimen>
      </Row>
    </Section>
  )
}
