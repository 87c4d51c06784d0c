-- The text that a search compares: without accents, and with a space for each character that is no letter or digit.
-- It uses no locale and no extension, because databases differ in both.
-- features/inbox/conversation-lists/words.ts splits the words of a query the same way.
-- It is plpgsql because PostgreSQL parses a plpgsql function once for each connection. It would parse and inline an SQL
-- function for each stored message, which costs a tenth of storing it. Plain ASCII text skips the slow part.
create function searchable(given text) returns text language plpgsql immutable parallel safe as $$
begin
  -- A tsvector has a maximum size. A longer text is found by its first 50,000 characters.
  given := left(given, 50000);
  if octet_length(given) <> char_length(given) then
    given := regexp_replace(
      regexp_replace(
        translate(
          replace(replace(replace(replace(replace(
            normalize(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]+', '', 'g'), NFKC),
            'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'),
          'øØđĐłŁı', 'oOdDlLi'),
        '[\u0080-\u00bf\u00d7\u00f7\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe00-\ufe0f\ufffd\U0001f000-\U0001faff]+', ' ', 'g'),
      -- Scripts without spaces between words: each character becomes a word, and a run of them a phrase.
      '([\u3041-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', ' \1 ', 'g');
  end if;
  -- PostgreSQL's text search parser would join these with their neighbours into one word. It drops all others itself.
  return translate(given, './-_@:+<&', '         ');
end
$$;
