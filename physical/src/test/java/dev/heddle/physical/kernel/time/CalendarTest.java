package dev.heddle.physical.kernel.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CalendarTest {
  private static void check(long day) {
    LocalDate date = LocalDate.ofEpochDay(day);
    long civil = Calendar.civil(day);
    String what = date.toString();
    assertThat(Calendar.year(civil)).as(what).isEqualTo(date.getYear());
    assertThat(Calendar.civil(day)).as(what).isEqualTo(civil);
    assertThat(Calendar.month(civil)).as(what).isEqualTo(date.getMonthValue());
    assertThat(Calendar.day(civil)).as(what).isEqualTo(date.getDayOfMonth());
    assertThat(Calendar.epochDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
        .as(what)
        .isEqualTo(day);
    assertThat(Calendar.isoDayOfWeek(day)).as(what).isEqualTo(date.getDayOfWeek().getValue());
    assertThat(Calendar.dayOfYear(day)).as(what).isEqualTo(date.getDayOfYear());
    assertThat(Calendar.isoWeek(day))
        .as(what)
        .isEqualTo(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
  }

  @Test
  void agreesWithJavaOnEveryDayOfEightHundredYears() {
    for (long day = -146_097; day <= 146_097; day++) {
      check(day);
    }
  }

  @Test
  void agreesWithJavaOnFarDays() {
    Random random = new Random(3);
    for (int i = 0; i < 100_000; i++) {
      check(random.nextInt(600_000_000) - 300_000_000);
    }
    check(LocalDate.of(0, 1, 1).toEpochDay());
    check(LocalDate.of(0, 12, 31).toEpochDay());
    check(LocalDate.of(-1, 3, 1).toEpochDay());
  }

  @Test
  void agreesWithJavaBeyondThirtyTwoBits() {
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      LocalDate date = LocalDate.ofEpochDay(random.nextLong(600_000_000_000L) - 300_000_000_000L);
      long civil = Calendar.civil(date.toEpochDay());
      assertThat(Calendar.year(civil)).as(date.toString()).isEqualTo(date.getYear());
      assertThat(Calendar.month(civil)).as(date.toString()).isEqualTo(date.getMonthValue());
      assertThat(Calendar.day(civil)).as(date.toString()).isEqualTo(date.getDayOfMonth());
    }
  }

  @Test
  void clampsToTheLastDayOfTheMonth() {
    Random random = new Random(4);
    for (int i = 0; i < 100_000; i++) {
      LocalDate date = LocalDate.ofEpochDay(random.nextInt(1_000_000) - 500_000);
      int months = random.nextInt(2400) - 1200;
      assertThat(Calendar.plusMonths(date.toEpochDay(), months))
          .as(date + " plus " + months)
          .isEqualTo(date.plusMonths(months).toEpochDay());
    }
  }
}
