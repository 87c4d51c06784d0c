import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import {
  IconBrightness,
  IconKeyboard,
  IconMessageCircle,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { matches, type Result } from './find-results.js'
import styles from './palette.module.css'
import { useResults } from './use-results.js'

const LIST = 'palette-results'

interface Choice {
  id: string
  label: string
  detail?: string
  Icon: TablerIcon
  choose: () => void
}

interface Props {
  /** The pages that the menu offers. */
  pages: readonly { label: string; to: string; Icon: TablerIcon }[]
  query: string
  onQuery: (query: string) => void
  onShortcuts: () => void
  onClose: () => void
}

/** Finds pages, conversations and customers by name. */
export function Palette({ pages, query, onQuery, onShortcuts, onClose }: Props) {
  const [[store, control]] = useState(createSpotlight)
  const { selected } = useSpotlight(store)
  const { groups, busy, failed } = useGroups(pages, onShortcuts, query)
  const choices = groups.flatMap((group) => group.choices)
  const shown = choices.map((choice) => choice.id).join()

  useEffect(() => control.open(), [control])
  // Selects the first result again when results arrive late, so that Enter opens it.
  useEffect(() => store.updateState((state) => ({ ...state, selected: 0 })), [shown, store])

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={onQuery}
      onSpotlightClose={onClose}
      returnFocus={false}
      scrollable
      maxHeight="60dvh"
      yOffset="10dvh"
      transitionProps={{ duration: 100 }}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      title="Search"
      classNames={{
        content: styles.palette ?? '',
        header: styles.heading ?? '',
        actionsGroup: styles.group ?? '',
        action: styles.option ?? '',
        actionDescription: styles.detail ?? '',
      }}
    >
      <Spotlight.Search
        placeholder="Search pages, conversations and customers"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        aria-label="Search pages, conversations and customers"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-autocomplete="list"
        aria-controls={LIST}
        aria-activedescendant={choices[selected] ? optionId(choices[selected]) : undefined}
        maxLength={500}
      />
      <Spotlight.ActionsList id={LIST} role="listbox" aria-label="Results" aria-busy={busy}>
        {groups.map(({ label, choices: own }) => (
          <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
            {own.map((choice) => (
              <Option key={choice.id} choice={choice} selected={choices[selected]?.id === choice.id} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <div className={styles.status} role="status">
        {statusText(choices.length, busy, failed)}
      </div>
    </Spotlight.Root>
  )
}

function Option({ choice, selected }: { choice: Choice; selected: boolean }) {
  const { label, detail, Icon, choose } = choice
  return (
    <Spotlight.Action
      // Spotlight sets its own id, but the search field must refer to the active option.
      ref={(option) => void (option && (option.id = optionId(choice)))}
      role="option"
      aria-selected={selected}
      data-selected={selected || undefined}
      label={label}
      {...(detail && { description: detail })}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      onClick={choose}
    />
  )
}

function useGroups(pages: Props['pages'], onShortcuts: () => void, query: string) {
  const navigate = useNavigate()
  const { conversations, customers, busy, failed } = useResults(query)
  const help = { id: 'shortcuts', label: 'Keyboard Shortcuts', Icon: IconKeyboard, choose: onShortcuts }
  const commands = [help, ...useThemes()]
  const link = (result: Omit<Result, 'id'>, id: string, Icon: TablerIcon): Choice => ({
    ...result,
    id,
    Icon,
    choose: () => void navigate(result.to),
  })
  const wanted = query.trim()
  const groups = [
    {
      label: 'Pages',
      choices: pages.filter((page) => matches(page.label, wanted)).map((page) => link(page, page.to, page.Icon)),
    },
    { label: 'Commands', choices: wanted ? commands.filter(({ label }) => matches(label, wanted)) : [] },
    // Late results are last, so that they do not move the others.
    { label: 'Customers', choices: customers.map((result) => link(result, result.id, IconUser)) },
    { label: 'Conversations', choices: conversations.map((result) => link(result, result.id, IconMessageCircle)) },
  ]
  return { groups: groups.filter((group) => group.choices.length > 0), busy, failed }
}

function useThemes(): Choice[] {
  const { setColorScheme } = useMantineColorScheme()
  return [
    { id: 'light', label: 'Light theme', Icon: IconSun, choose: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark theme', Icon: IconMoon, choose: () => setColorScheme('dark') },
    { id: 'auto', label: 'System theme', Icon: IconBrightness, choose: () => setColorScheme('auto') },
  ]
}

const optionId = ({ id }: Choice) => `palette-${id.replaceAll('/', '-')}`

function statusText(found: number, busy: boolean, failed: boolean) {
  if (failed) return 'The search failed. Edit your search to try again.'
  if (found === 0) return busy ? 'Searching…' : 'No matches'
  return ''
}
