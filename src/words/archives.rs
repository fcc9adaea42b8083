//! Why an archive or a packed file is not opened, and what to do.

use super::Language;
use super::number::{bytes, count};
use crate::intake::parquet::ParquetError;
use crate::intake::unpack::UnpackError;

impl Language {
    /// Why an archive, or a file in it, is not unpacked.
    pub fn unpack_error(self, error: &UnpackError) -> String {
        let size = |limit: usize| bytes(limit as u64);
        let (english, filipino) = match error {
            UnpackError::Damaged => (
                "the archive is damaged or cut off; copy or download it again".to_owned(),
                "sira o putol ang archive; kopyahin o i-download ulit".to_owned(),
            ),
            UnpackError::Checksum => (
                "this file is damaged in the archive; copy or download the archive again"
                    .to_owned(),
                "sira ang file na ito sa archive; kopyahin o i-download ulit ang archive"
                    .to_owned(),
            ),
            UnpackError::Encrypted => (
                "locked with a password; unpack it and drop what is in it".to_owned(),
                "may password; buksan muna at ihulog ang laman".to_owned(),
            ),
            // Both numbers that the zip format has had for it.
            UnpackError::UnknownMethod { method: 20 | 93 } => (
                "packed with Zstandard, which is not read here. Unpack it and drop what is in it; a \
                 log of Inspect can be saved as JSON: inspect log convert --to json"
                    .to_owned(),
                "Zstandard ang pag-compress nito, na hindi binabasa rito. Buksan muna at ihulog ang \
                 laman; puwedeng i-save bilang JSON ang log ng Inspect: inspect log convert --to json"
                    .to_owned(),
            ),
            UnpackError::UnknownMethod { method } => (
                format!(
                    "packed in a way that is not known here (method {method}); unpack it and drop \
                     what is in it"
                ),
                format!(
                    "hindi kilala rito ang paraan ng pag-compress (method {method}); buksan muna at \
                     ihulog ang laman"
                ),
            ),
            UnpackError::TooLarge { limit } => (
                format!(
                    "more than {} would come out; drop fewer files at once",
                    size(*limit)
                ),
                format!(
                    "higit sa {} ang lalabas; maghulog ng mas kaunting file",
                    size(*limit)
                ),
            ),
            UnpackError::Bomb { limit } => (
                format!(
                    "more than {} times its size would come out; not unpacked",
                    count(*limit)
                ),
                format!(
                    "higit sa {} beses ng laki nito ang lalabas; hindi binuksan",
                    count(*limit)
                ),
            ),
            UnpackError::TooManyEntries { limit } => (
                format!(
                    "more than {} files in it, or files that overlap; not unpacked",
                    count(*limit)
                ),
                format!(
                    "higit sa {} ang file dito, o may magkapatong; hindi binuksan",
                    count(*limit)
                ),
            ),
            UnpackError::Nested => (
                "an archive within an archive; unpack it and drop what is in it".to_owned(),
                "archive sa loob ng archive; buksan muna at ihulog ang laman".to_owned(),
            ),
            UnpackError::Parquet(error) => return self.parquet_error(error),
        };
        match self {
            Self::English => english,
            Self::Filipino => filipino,
        }
    }

    fn parquet_error(self, error: &ParquetError) -> String {
        let fixed = match error {
            ParquetError::CutOff => (
                "the end of the Parquet file is missing; copy or download it again",
                "kulang ang dulo ng Parquet file; kopyahin o i-download ulit",
            ),
            ParquetError::Footer => (
                "the Parquet file’s list of columns is damaged; copy or download it again",
                "sira ang listahan ng mga column ng Parquet file; kopyahin o i-download ulit",
            ),
            ParquetError::Page => (
                "the Parquet file is damaged: its columns cannot be read, or do not fit together. \
                 Copy or download it again",
                "sira ang Parquet file: hindi mabasa o hindi magkatugma ang mga column nito. \
                 Kopyahin o i-download ulit",
            ),
            ParquetError::Encrypted => (
                "the Parquet file is encrypted; save it without encryption",
                "naka-encrypt ang Parquet file; i-save nang walang encryption",
            ),
            ParquetError::Codec { number } => return self.unknown_codec(*number),
            ParquetError::Encoding { number } => {
                return match self {
                    Self::English => format!(
                        "the Parquet file stores values in a way that is not read here (encoding \
                         {number}); save it as JSON Lines or CSV"
                    ),
                    Self::Filipino => format!(
                        "hindi binabasa rito ang paraan ng pag-imbak ng mga value sa Parquet file \
                         (encoding {number}); i-save bilang JSON Lines o CSV"
                    ),
                };
            }
            ParquetError::TooManyRows { limit } => {
                let limit = count(*limit);
                return match self {
                    Self::English => {
                        format!("more than {limit} rows in the Parquet file; it was not read")
                    }
                    Self::Filipino => {
                        format!("higit sa {limit} ang row ng Parquet file; hindi ito binasa")
                    }
                };
            }
        };
        self.pick(fixed.0, fixed.1).to_owned()
    }

    fn unknown_codec(self, number: i64) -> String {
        let name = match number {
            3 => "LZO".to_owned(),
            4 => "Brotli".to_owned(),
            5 | 7 => "LZ4".to_owned(),
            number => format!("codec {number}"),
        };
        match self {
            Self::English => format!(
                "the Parquet file is packed with {name}, which is not read here; save it with \
                 Snappy, gzip or Zstandard"
            ),
            Self::Filipino => format!(
                "{name} ang pag-compress ng Parquet file, na hindi binabasa rito; i-save gamit ang \
                 Snappy, gzip o Zstandard"
            ),
        }
    }
}
