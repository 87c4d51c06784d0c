export interface TimeZoneOption {
  /** From Greenwich, in minutes, while clocks show their ordinary time. */
  offset: number
  label: string
  tzCode: string
}

/** Hours east of Greenwich, the zone's name, and who lives by it. */
const ZONES: Array<[hours: number, tzCode: string, places: string]> = [
  [-11, 'Pacific/Midway', 'Midway Island, Samoa'],
  [-10, 'Pacific/Honolulu', 'Hawaii'],
  [-9.5, 'Pacific/Marquesas', 'Marquesas Islands'],
  [-9, 'America/Anchorage', 'Alaska'],
  [-8, 'America/Los_Angeles', 'Pacific Time: Los Angeles, Vancouver'],
  [-8, 'America/Tijuana', 'Tijuana, Baja California'],
  [-7, 'America/Denver', 'Mountain Time: Denver, Calgary'],
  [-7, 'America/Phoenix', 'Arizona'],
  [-6, 'America/Chicago', 'Central Time: Chicago, Winnipeg'],
  [-6, 'America/Mexico_City', 'Mexico City, Monterrey'],
  [-6, 'America/Guatemala', 'Central America'],
  [-5, 'America/New_York', 'Eastern Time: New York, Toronto'],
  [-5, 'America/Bogota', 'Bogotá, Lima, Quito'],
  [-4, 'America/Halifax', 'Atlantic Time: Halifax'],
  [-4, 'America/Caracas', 'Caracas'],
  [-4, 'America/La_Paz', 'La Paz, Manaus'],
  [-4, 'America/Santiago', 'Santiago'],
  [-3.5, 'America/St_Johns', 'Newfoundland'],
  [-3, 'America/Sao_Paulo', 'São Paulo, Brasília'],
  [-3, 'America/Argentina/Buenos_Aires', 'Buenos Aires'],
  [-3, 'America/Montevideo', 'Montevideo'],
  [-2, 'America/Noronha', 'Fernando de Noronha'],
  [-1, 'Atlantic/Azores', 'Azores'],
  [-1, 'Atlantic/Cape_Verde', 'Cape Verde'],
  [0, 'Etc/UTC', 'Coordinated Universal Time'],
  [0, 'Europe/London', 'London, Edinburgh'],
  [0, 'Europe/Lisbon', 'Lisbon'],
  [0, 'Europe/Dublin', 'Dublin'],
  [0, 'Africa/Abidjan', 'Abidjan, Accra, Dakar, Reykjavik'],
  [1, 'Europe/Berlin', 'Berlin, Vienna, Zürich'],
  [1, 'Europe/Paris', 'Paris, Brussels'],
  [1, 'Europe/Madrid', 'Madrid'],
  [1, 'Europe/Rome', 'Rome'],
  [1, 'Europe/Amsterdam', 'Amsterdam'],
  [1, 'Europe/Stockholm', 'Stockholm, Oslo, Copenhagen'],
  [1, 'Europe/Warsaw', 'Warsaw, Prague, Budapest'],
  [1, 'Africa/Lagos', 'Lagos, West Africa'],
  [2, 'Europe/Athens', 'Athens, Bucharest'],
  [2, 'Europe/Helsinki', 'Helsinki, Riga, Tallinn, Vilnius'],
  [2, 'Europe/Kiev', 'Kyiv, Sofia'],
  [2, 'Africa/Cairo', 'Cairo'],
  [2, 'Africa/Johannesburg', 'Johannesburg, Harare'],
  [2, 'Asia/Jerusalem', 'Jerusalem, Tel Aviv'],
  [3, 'Europe/Istanbul', 'Istanbul'],
  [3, 'Europe/Moscow', 'Moscow, St. Petersburg, Minsk'],
  [3, 'Asia/Riyadh', 'Riyadh, Kuwait, Baghdad'],
  [3, 'Africa/Nairobi', 'Nairobi, East Africa'],
  [3.5, 'Asia/Tehran', 'Tehran'],
  [4, 'Asia/Dubai', 'Dubai, Abu Dhabi, Muscat'],
  [4, 'Asia/Baku', 'Baku, Tbilisi, Yerevan'],
  [4.5, 'Asia/Kabul', 'Kabul'],
  [5, 'Asia/Karachi', 'Karachi, Islamabad'],
  [5, 'Asia/Tashkent', 'Tashkent, Yekaterinburg'],
  [5.5, 'Asia/Kolkata', 'Mumbai, New Delhi, Kolkata'],
  [5.5, 'Asia/Colombo', 'Colombo'],
  [5.75, 'Asia/Kathmandu', 'Kathmandu'],
  [6, 'Asia/Dhaka', 'Dhaka'],
  [6.5, 'Asia/Yangon', 'Yangon'],
  [7, 'Asia/Bangkok', 'Bangkok, Hanoi, Ho Chi Minh City'],
  [7, 'Asia/Jakarta', 'Jakarta'],
  [8, 'Asia/Shanghai', 'Beijing, Shanghai'],
  [8, 'Asia/Hong_Kong', 'Hong Kong'],
  [8, 'Asia/Singapore', 'Singapore, Kuala Lumpur'],
  [8, 'Asia/Taipei', 'Taipei'],
  [8, 'Asia/Manila', 'Manila'],
  [8, 'Australia/Perth', 'Perth'],
  [8.75, 'Australia/Eucla', 'Eucla'],
  [9, 'Asia/Tokyo', 'Tokyo, Osaka'],
  [9, 'Asia/Seoul', 'Seoul'],
  [9.5, 'Australia/Adelaide', 'Adelaide'],
  [9.5, 'Australia/Darwin', 'Darwin'],
  [10, 'Australia/Sydney', 'Sydney, Melbourne, Canberra'],
  [10, 'Australia/Brisbane', 'Brisbane'],
  [10, 'Pacific/Guam', 'Guam, Port Moresby'],
  [10.5, 'Australia/Lord_Howe', 'Lord Howe Island'],
  [11, 'Pacific/Noumea', 'New Caledonia, Solomon Islands'],
  [12, 'Pacific/Auckland', 'Auckland, Wellington'],
  [12, 'Pacific/Fiji', 'Fiji'],
  [12.75, 'Pacific/Chatham', 'Chatham Islands'],
  [13, 'Pacific/Tongatapu', 'Tonga'],
  [14, 'Pacific/Kiritimati', 'Line Islands'],
]

export const TIME_ZONES: TimeZoneOption[] = ZONES.map(([hours, tzCode, places]) => option(hours * 60, tzCode, places))

/** The list, with the zones that an account or a browser may name and the list does not. */
export function timeZoneOptions(...named: string[]): TimeZoneOption[] {
  const extra = [...new Set(named)].filter((zone) => zone && TIME_ZONES.every(({ tzCode }) => tzCode !== zone))
  const options = [...TIME_ZONES, ...extra.map((zone) => option(ordinaryOffset(zone), zone, zone.replaceAll('_', ' ')))]
  return options.sort((a, b) => a.offset - b.offset)
}

export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'Etc/UTC'

/** Summer time adds an hour, in January or in July; the smaller of the two is the ordinary time. */
export function ordinaryOffset(timeZone: string): number {
  const year = new Date().getUTCFullYear()
  return Math.min(offsetAt(timeZone, Date.UTC(year, 0, 1)), offsetAt(timeZone, Date.UTC(year, 6, 1)))
}

function offsetAt(timeZone: string, moment: number): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  } catch {
    return 0
  }
}

function option(offset: number, tzCode: string, places: string): TimeZoneOption {
  return { offset, label: `(${formatOffset(offset)}) ${places}`, tzCode }
}

/** GMT-11, GMT+5:30, GMT */
function formatOffset(offset: number) {
  if (offset === 0) return 'GMT'
  const size = Math.abs(offset)
  const minutes = size % 60 ? `:${size % 60}` : ''
  return `GMT${offset < 0 ? '-' : '+'}${Math.floor(size / 60)}${minutes}`
}
