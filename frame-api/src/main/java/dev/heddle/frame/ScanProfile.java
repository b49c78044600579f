package dev.heddle.frame;

import dev.heddle.frame.error.Arguments;
import java.util.List;

/**
 * What one scan of files read, what it left out, and by which conjunct of its filter.
 *
 * @param table the table's name
 * @param folders folders of partitions that were met
 * @param foldersSkipped those of them that were left out, unlisted, by their names
 * @param files files of the table, without those in folders that were left out
 * @param filesSkipped files that were not read
 * @param rowGroups row groups of the other files
 * @param rowGroupsSkipped those of them that were not read
 * @param pages pages of the filter's columns in the row groups that were not left out by their
 *     footer, where there is an index of pages
 * @param pagesSkipped those of them that hold no row that can satisfy the filter
 * @param bytesRead bytes read from storage
 * @param indexBytesRead those of them that decided what else to read
 * @param rowsRead rows that were looked at
 * @param badRows rows of text files that did not fit and were left out on request
 * @param unknownKeys values of JSON files that were left out, for their keys are no columns: a
 *     sample did not show them, or the stated schema does not
 * @param rowsDelivered rows that satisfied the filter
 * @param columnsLeftOut columns that cannot be read and were left out on request, with the reason
 * @param conjuncts the parts of the filter, in the order in which they were applied to parts
 */
public record ScanProfile(
    String table,
    long folders,
    long foldersSkipped,
    long files,
    long filesSkipped,
    long rowGroups,
    long rowGroupsSkipped,
    long pages,
    long pagesSkipped,
    long bytesRead,
    long indexBytesRead,
    long rowsRead,
    long badRows,
    long unknownKeys,
    long rowsDelivered,
    List<String> columnsLeftOut,
    List<Conjunct> conjuncts) {
  /** Copies the lists. */
  public ScanProfile {
    columnsLeftOut = Arguments.all(columnsLeftOut, "columnsLeftOut");
    conjuncts = Arguments.all(conjuncts, "conjuncts");
  }

  /** How well statistics decide a conjunct. */
  public enum Use {
    /** Where they prove it, rows are not looked at. */
    EXACT,
    /** They disprove it for parts; the rows of the others are looked at. */
    INEXACT,
    /** They do not decide it. */
    UNUSABLE
  }

  /**
   * What one conjunct left out. What several would have left out counts for the first.
   *
   * @param text the conjunct
   * @param use how well statistics decide it
   * @param foldersSkipped folders of partitions that it left out
   * @param filesSkipped files that it alone left out
   * @param rowGroupsSkipped row groups left out by bounds and counts of nulls
   * @param rowGroupsSkippedByBloom further row groups left out by Bloom filters
   * @param rowGroupsSkippedByDictionary further row groups left out by dictionaries
   * @param pagesSkipped pages of its columns left out in the other row groups
   * @param rowsSkipped rows left out
   * @param bytesSkipped about how many bytes they take in the columns of the scan
   * @param rowsCertain rows for which it was known to be true
   * @param rowsTakenAway rows for which it was not true when they were looked at
   * @param obstacles why it could not be used, or not wholly
   */
  public record Conjunct(
      String text,
      Use use,
      long foldersSkipped,
      long filesSkipped,
      long rowGroupsSkipped,
      long rowGroupsSkippedByBloom,
      long rowGroupsSkippedByDictionary,
      long pagesSkipped,
      long rowsSkipped,
      long bytesSkipped,
      long rowsCertain,
      long rowsTakenAway,
      List<String> obstacles) {
    /** Copies the list. */
    public Conjunct {
      obstacles = Arguments.all(obstacles, "obstacles");
    }
  }
}
