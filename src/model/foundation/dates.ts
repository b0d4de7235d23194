/**
 * Whether the service accepts a text as a date and time: ISO 8601 as date-fns 2 parses it, in full
 * or in part, also by accident, such as `12` for the year 1200. Only what it rejects is an error.
 */
function isIso(text: string): boolean {
  const parts = text.split(/[T ]/);
  const [first = "", second = ""] = parts;
  if (parts.length > 2 || first.includes(":")) return false;
  const [date = first] = first.split(/Z/i);
  const timeAndZone = date === first ? second : text.slice(date.length);
  const zone = /[Z+-].*/s.exec(timeAndZone)?.[0] ?? "";
  const time = timeAndZone.slice(0, timeAndZone.length - zone.length);
  // Any line is accepted in place of a time zone, but not a zone with too many minutes.
  const zoneMinutes = Number(/^[+-]\d{2}:?(\d{2})$/.exec(zone)?.[1] ?? 0);
  const isZone = /^.*$/.test(zone) && zoneMinutes < 60;
  return isIsoDate(date) && (time === "" || isIsoTime(time)) && isZone;
}

function isIsoDate(text: string): boolean {
  const yearText = /^(?:\d{4}|[+-]\d{6})/.exec(text)?.[0];
  // Only a century, such as 20.
  if (yearText === undefined) return /^(?:\d{2}|[+-]\d{4})$/.test(text);
  const day = dayPattern.exec(text.slice(yearText.length));
  if (!day) return false;
  // A unit that the text omits is 1.
  const [dayOfYear = 1, month = 1, date = 1, week = 1, weekday = 1] = day
    .slice(1)
    .map((digits: string | undefined) => Number.parseInt(digits ?? "1", 10));
  const year = Number(yearText);
  const isLeap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
  const daysOfMonths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return (
    isWithin(dayOfYear, 1, isLeap ? 366 : 365) &&
    isWithin(date, 1, daysOfMonths[month - 1] ?? 0) &&
    isWithin(week, 1, 53) &&
    isWithin(weekday, 1, 7)
  );
}

/** The part after the year: a day of the year, a month and day, or a week and day. */
const dayPattern = /^-?(?:(\d{3})|(\d{2})(?:-?(\d{2}))?|W(\d{2})(?:-?(\d))?|)$/;

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

function isIsoTime(text: string): boolean {
  const match = timePattern.exec(text);
  if (!match) return false;
  const [hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits: string | undefined) => Number.parseFloat(digits?.replace(",", ".") ?? "0"));
  return hours === 24 ? minutes + seconds === 0 : Math.max(minutes, seconds) < 60 && hours < 25;
}

const timePattern = /^(\d{2}(?:[.,]\d*)?)(?::?(\d{2}(?:[.,]\d*)?))?(?::?(\d{2}(?:[.,]\d*)?))?$/;

/** The latest possible time, in milliseconds. */
const endOfTime = 8.64e15;

/** Whether the service accepts a text as a date and time, or as milliseconds since 1970. */
export const isMoment = (text: string): boolean =>
  isIso(text) || (/^-?\d+$/.test(text) && Math.abs(Number(text)) <= endOfTime);

/** Whether a text begins with a date. The service cuts off the rest. */
export function isDate(text: string): boolean {
  const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.exec(text)?.[0];
  return date !== undefined && isIso(date);
}

/** Whether a text is a time of day, such as `10:30:00` or `10:30:00.500`. */
export const isTime = (text: string): boolean =>
  /^(?:2[0-3]|[01]\d):[0-5]\d:[0-5]\d(?:\.\d{1,3})?$/.test(text);

/** Whether a text names a time zone. A service reads a date and time without one in its own zone. */
export function hasZone(text: string): boolean {
  const time = text.search(/[T ]/);
  return text.includes("Z") || (time >= 0 && /[+-]/.test(text.slice(time)));
}

/**
 * The instant of a date and time with a time zone, or of milliseconds since 1970, in milliseconds.
 * Undefined without a zone, and for notations that are rare, such as weeks.
 */
export function instantOf(text: string): number | undefined {
  if (!isIso(text)) return isMoment(text) ? Number(text) : undefined;
  const parts = zonedPattern
    .exec(text)
    ?.slice(1)
    .map((digits: string | undefined) => digits ?? "00");
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second, fractions, sign, zoneMinutes] = parts;
  const zone = sign === "Z" ? sign : `${sign}:${zoneMinutes}`;
  const instant = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fractions}${zone}`,
  );
  return Number.isNaN(instant) ? undefined : instant;
}

const zonedPattern =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?(Z|[+-]\d{2})(?::?(\d{2}))?$/;

/**
 * The current date or time as a value of an attribute type, in the user's time zone where the type
 * has none of its own.
 */
export function nowAs(type: string): string {
  const now = new Date();
  if (type !== "date" && type !== "time") return now.toISOString();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  return type === "date" ? local.slice(0, 10) : `${local.slice(11, 16)}:00.000`;
}
