package dev.heddle.io.wire;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.plan.Source;
import dev.heddle.io.csv.CsvFormat;
import dev.heddle.io.csv.CsvTimes;
import dev.heddle.io.dataset.FileFormat;
import dev.heddle.io.ipc.ArrowFormat;
import dev.heddle.io.json.JsonFormat;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.parquet.metadata.FooterFormat;
import dev.heddle.io.whole.WholeFileFormat;
import java.time.ZoneId;

/** A format of files, with its options. */
sealed interface FormatForm {
  /** Parquet. */
  record Parquet() implements FormatForm {}

  /** Arrow IPC. */
  record Arrow() implements FormatForm {}

  /** CSV, in the session's zone, with formats of dates that are tried first. */
  record Csv(CsvReadOptions options, ZoneId zone, CsvTimes preferred) implements FormatForm {}

  /** JSON, in the session's zone. */
  record Json(JsonReadOptions options, ZoneId zone) implements FormatForm {}

  /** Footers of Parquet files. */
  record Footers(Source.FooterPart part) implements FormatForm {}

  /** Whole files. */
  record Whole(Source.FileColumns columns) implements FormatForm {}

  static FormatForm of(FileFormat format) {
    return switch (format) {
      case ParquetFormat _ -> new Parquet();
      case ArrowFormat _ -> new Arrow();
      case CsvFormat csv -> new Csv(csv.options(), csv.zone(), csv.preferred());
      case JsonFormat json -> new Json(json.options(), json.zone());
      case FooterFormat footers -> new Footers(footers.part());
      case WholeFileFormat whole -> new Whole(whole.columns());
      default -> throw new IllegalStateException("No form of the format " + format.name());
    };
  }

  /** Returns the format. */
  default FileFormat open() {
    return switch (this) {
      case Parquet _ -> new ParquetFormat();
      case Arrow _ -> new ArrowFormat();
      case Csv(CsvReadOptions options, ZoneId zone, CsvTimes preferred) ->
          new CsvFormat(options, zone, preferred);
      case Json(JsonReadOptions options, ZoneId zone) -> new JsonFormat(options, zone);
      case Footers(Source.FooterPart part) -> new FooterFormat(part);
      case Whole(Source.FileColumns columns) -> new WholeFileFormat(columns);
    };
  }
}
