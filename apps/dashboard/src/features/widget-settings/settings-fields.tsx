import type { WidgetSettings, WidgetSettingsChanges } from '@papercups/contract'
import { Checkbox, Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { ColorChoice } from '../../ui/fields/color-choice.js'
import { parseColor, PRESET_COLORS } from '../../ui/fields/preset-colors.js'
import { Section } from '../../ui/section.js'
import styles from './widget-settings.module.css'

interface Props {
  values: WidgetSettings
  onChange: (changes: WidgetSettingsChanges) => void
}

/** The texts and looks of the widget. The placeholders are the widget's default texts in English. */
export function SettingsFields({ values, onChange }: Props) {
  const textInput = (name: TextName, label: string, placeholder?: string) => (
    <TextInput
      label={label}
      maxLength={255}
      value={values[name] ?? ''}
      {...(placeholder && { placeholder })}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  )
  const textArea = (name: TextName, label: string, description: string, placeholder: string) => (
    <Textarea
      label={label}
      description={description}
      placeholder={placeholder}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={500}
      value={values[name] ?? ''}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  )
  const choice = (name: ChoiceName, label: string, description: string) => (
    <Checkbox
      label={label}
      description={description}
      checked={values[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
    />
  )

  return (
    <>
      <Section title="Look" lead="Empty fields use a default text in each visitor's language.">
        {textInput('title', 'Title', 'Welcome!')}
        {textInput('subtitle', 'Subtitle', 'Ask us anything in the chat window below')}
        <ColorChoice
          value={parseColor(values.color) ?? PRESET_COLORS[0].value}
          onChange={(color) => onChange({ color })}
        />
        <Input.Wrapper label="Icon" labelElement="div" className={styles.labelled}>
          <SegmentedControl
            aria-label="Icon"
            data={ICONS}
            value={values.icon_variant}
            onChange={(icon_variant) => onChange({ icon_variant: icon_variant as 'outlined' | 'filled' })}
          />
        </Input.Wrapper>
      </Section>
      <Section title="Messages" lead="You can use Markdown in the greeting and in the away message.">
        {textArea('greeting', 'Greeting', 'The first message of every chat.', 'Hi there! How can we help?')}
        {textArea(
          'away_message',
          'Away message',
          'Replaces the greeting outside your working hours, and while nobody on your team is online.',
          'We are away. Leave us a message, and we will get back to you by email.',
        )}
        {textInput('new_message_placeholder', 'Placeholder of the message field', 'Start typing...')}
        {choice(
          'require_email_upfront',
          'Require an email address upfront',
          'Visitors that your site does not identify enter their email before the first message.',
        )}
      </Section>
      <Section title="Availability">
        {choice('show_agent_availability', 'Show agent availability', 'Tells visitors whether somebody is online.')}
        {textInput('agent_available_text', 'Text when somebody is online', "We're online right now!")}
        {textInput('agent_unavailable_text', 'Text when nobody is online', "We're away at the moment")}
      </Section>
    </>
  )
}

type TextName =
  | 'title'
  | 'subtitle'
  | 'greeting'
  | 'away_message'
  | 'new_message_placeholder'
  | 'agent_available_text'
  | 'agent_unavailable_text'
type ChoiceName = 'require_email_upfront' | 'show_agent_availability'

const ICONS = [
  { value: 'outlined', label: 'Outlined' },
  { value: 'filled', label: 'Filled' },
]
