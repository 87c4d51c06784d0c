do $$
begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'the database is encoded as %, and Papercups needs one in UTF8', current_setting('server_encoding');
  end if;
end
$$;

-- Text as the search sees it: without accents, and with a space for what is no letter or digit. Written out rather than
-- asked of the locale or an extension, because databases differ in both; features/inbox/words.ts cuts the same words. One
-- expression without a query of its own: only so is it as fast as if it stood in the column, and each message pays for it.
create function searchable(given text) returns text language sql immutable parallel safe as $$
  select translate(
    -- A tsvector has an end: what is longer is found by its first fifty thousand letters, never refused.
    case when octet_length(given) = char_length(given) then left(given, 50000) else
      regexp_replace(
        regexp_replace(
          translate(
            replace(replace(replace(replace(replace(
              normalize(regexp_replace(normalize(left(given, 50000), NFKD), '[\u0300-\u036f]+', '', 'g'), NFKC),
              'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'),
            'øØđĐłŁı', 'oOdDlLi'),
          '[\u0080-\u00bf\u00d7\u00f7\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe00-\ufe0f\ufffd\U0001f000-\U0001faff]+', ' ', 'g'),
        -- Scripts that are written without spaces: each sign is a word, and a run of them a phrase.
        '([\u3041-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', ' \1 ', 'g')
    end,
    -- Signs that the parser of words would make one word with their neighbours, an address or a number. It drops the others.
    './-_@:+<&', repeat(' ', 9))
$$;
